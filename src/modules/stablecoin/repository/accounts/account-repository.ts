import { Aggregate } from "../aggregate"
import {
  forgetAccounts,
  mayStillBePaid,
  readAccounts,
  reencryptAccount,
} from "./accounts"

/** Accounts that payments were started with. */
export class AccountRepository extends Aggregate {
  readonly list = this.bind(readAccounts)
  readonly reencrypt = this.bind(reencryptAccount)
  readonly forget = this.bind(forgetAccounts)
  readonly mayStillBePaid = this.bind(mayStillBePaid)
}
