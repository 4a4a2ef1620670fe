export { readBacklog } from "./backlog"
export { countOpenItems } from "./open-items"
export { readOrderPanel } from "./order-panel"
export { readOverview as read } from "./overview"
