/** Columns of Medusa's own tables that SQL of this folder names, by table. */
export type MedusaColumns = Readonly<Record<string, readonly string[]>>
