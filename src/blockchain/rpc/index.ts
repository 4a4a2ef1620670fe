export {
  blockOf,
  type BlockTag,
  callOf,
  chainId,
  type LogFilter,
  logsOf,
  newestBlock,
  receiptOf,
  type RpcCall,
} from "./calls"
export { RpcClient } from "./rpc-client"
export { RpcEndpoint, type RpcEndpointOptions } from "./rpc-endpoint"
export { RpcError, type RpcErrorCode } from "./rpc-error"
export { firstError, type RpcResult } from "./rpc-result"
