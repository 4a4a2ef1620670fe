export { readBacklog } from "./backlog"
export { readOverview as read } from "./overview"
