import { useQuery } from "@tanstack/react-query"
import { sdk } from "../lib/sdk"

/** Who did something: a user's email; the id where it is an API key, or somebody who is gone. */
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
