import { useEffect, useRef } from "react"
import { useLocation } from "react-router-dom"

/**
 * A page's heading. It also sets the document's title, and takes the focus when
 * a link leads here. Without a new document, screen readers would not announce
 * the page.
 */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    document.title = `${children} · Enamelware`
  }, [children])

  useEffect(() => {
    // The browser announces the first page of a visit.
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
