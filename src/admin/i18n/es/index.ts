import common from "./common.json"

/** The same keys as in English, which a test compares. */
const es = { common }

export default es
