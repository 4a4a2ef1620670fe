export {
  balanceOf,
  blockOf,
  chainId,
  decimalsOf,
  logsOf,
  newestBlock,
  receiptOf,
  type RpcCall,
} from "./calls"
export { RpcClient } from "./rpc-client"
export { firstError, RpcError, type RpcResult } from "./rpc-result"
