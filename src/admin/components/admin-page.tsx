import type { ReactNode } from "react"
import { TestMoneyBanner } from "./test-money-banner"

/** What every page of ours has above its content. */
export function AdminPage({ children }: { children: ReactNode }) {
  return (
    <>
      <TestMoneyBanner />
      {children}
    </>
  )
}
