import en from "../i18n/en/settings.json"

type ChoiceKey = keyof typeof en.choice

/**
 * The key of a choice's texts. Where several settings have a choice of this
 * name, the key begins with the setting's name.
 */
export function choiceKey(name: string, choice: string): ChoiceKey {
  const own = `${name}_${choice}`
  return (Object.hasOwn(en.choice, own) ? own : choice) as ChoiceKey
}
