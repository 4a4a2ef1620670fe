/**
 * The only script of the pages: shows the copy buttons and makes them work.
 * Without it, texts can still be selected and copied by hand. Browsers allow
 * the clipboard API only on localhost and HTTPS. Elsewhere, such as on a phone
 * that opens the sandbox, the older command copies.
 */
export const script = `
const announce = (text) => { document.getElementById("announcement").textContent = text }
const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement("textarea")
    area.value = text
    area.readOnly = true
    area.className = "visually-hidden"
    document.body.append(area)
    area.select()
    const done = document.execCommand("copy")
    area.remove()
    return done
  }
}
for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.querySelector("[data-label]")
  let timer
  button.hidden = false
  button.addEventListener("click", async () => {
    const done = await copy(button.dataset.copy)
    button.focus()
    clearTimeout(timer)
    button.classList.toggle("done", done)
    label.textContent = done ? "Copied" : "Copy"
    announce(done ? button.dataset.name + " copied" : "Copying did not work. Please select the text instead.")
    timer = setTimeout(() => {
      button.classList.remove("done")
      label.textContent = "Copy"
      announce("")
    }, 2500)
  })
}
`
