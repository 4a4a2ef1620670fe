import { useRef } from "react"

/**
 * Returns the focus to the element that opened a drawer. Radix does so only for
 * its own triggers, and otherwise leaves keyboard users at the top of the page.
 *
 * @returns props for the drawer's content
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) {
        opener.current.focus()
      }
    },
  }
}
