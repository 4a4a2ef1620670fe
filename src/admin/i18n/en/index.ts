import common from "./common.json"

/** One file per area of the admin. */
const en = { common }

export default en
