import { useRef } from "react"

/**
 * Gives the focus back to what has opened a drawer. Radix does so for a trigger
 * of its own only, and otherwise leaves a keyboard's user at the page's top.
 *
 * @returns what the drawer's content takes
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
