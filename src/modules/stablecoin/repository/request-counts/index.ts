export { countRequest as count, purgeCounts as purge } from "./request-counts"
