export { readBacklog } from "./backlog"
export { countOpenItems } from "./open-items"
export { readOverview as read } from "./overview"
