/** Elements of the page. Whatever is shown becomes text, never markup. */

type Child = Node | string | null

/**
 * A new element.
 * @param attributes absent for null and false, empty for true
 */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | boolean | null>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === false) continue
    element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.filter((child) => child !== null))
  return element
}

/**
 * The element of the page with an id.
 * @throws Error if the page has none of this kind
 */
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`the page has no #${id}`)
  return element
}
