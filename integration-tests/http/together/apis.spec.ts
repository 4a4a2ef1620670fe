import { inOneStore } from "../../setup/in-one-store"

inOneStore(__filename)
