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
export { RpcEndpoint } from "./rpc-endpoint"
export { RpcError } from "./rpc-error"
export { firstError, type RpcResult } from "./rpc-result"
