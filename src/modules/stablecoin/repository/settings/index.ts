export { readSettings as read, saveSettings as save } from "./settings"
