import { useQuery } from "@tanstack/react-query"
import { sdk } from "../lib/sdk"

/**
 * The author of a change: a user's email, or the id of an API key or a deleted
 * user.
 */
export function By({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ["stablecoin", "users", id],
    queryFn: () => sdk.admin.user.retrieve(id, { fields: "id,email" }),
    enabled: id.startsWith("user_"),
    retry: false,
    staleTime: Infinity,
  })
  return <span className="break-all">{data?.user.email ?? id}</span>
}
