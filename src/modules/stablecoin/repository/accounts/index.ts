export {
  readAccounts as list,
  reencryptAccount as reencrypt,
  forgetAccounts as forget,
  mayStillBePaid,
} from "./accounts"
