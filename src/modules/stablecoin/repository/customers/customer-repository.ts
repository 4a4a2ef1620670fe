import { Aggregate } from "../aggregate"
import { dropDeletedCustomer } from "../medusa/notifications"
import { findCustomerPayments, readCustomerData } from "./customer-data"
import { forgetPayment } from "./forget-payment"

/** Personal data of customers. */
export class CustomerRepository extends Aggregate {
  readonly findPayments = this.bind(findCustomerPayments)
  readonly read = this.bind(readCustomerData)
  readonly forgetPayment = this.bind(forgetPayment)
  readonly dropNotification = this.bind(dropDeletedCustomer)
}
