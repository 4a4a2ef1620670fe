export { findNext, findPage, readRows } from "./read-lists"
