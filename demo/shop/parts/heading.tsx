import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"

/**
 * A page's heading. It is the document's title too, and takes the focus when a
 * link leads here: without a new document nobody else tells a screen reader.
 */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    document.title = `${children} · Enamelware`
  }, [children])

  useEffect(() => {
    // The first page of a visit is the browser's own to announce.
    if (key !== "default") {
      window.scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
  }, [key])

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
