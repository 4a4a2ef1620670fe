export {
  noteAccountMode as noteMode,
  resealAccount as reseal,
  forgetAccounts as forget,
  mayStillBePaid,
} from "./accounts"
