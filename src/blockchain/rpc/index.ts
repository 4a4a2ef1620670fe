export {
  balanceOf,
  blockOf,
  callOf,
  chainId,
  logsOf,
  newestBlock,
  receiptOf,
  type RpcCall,
} from "./calls"
export { RpcClient } from "./rpc-client"
export { firstError, RpcError, type RpcResult } from "./rpc-result"
