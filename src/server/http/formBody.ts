/**
 * A form-encoded body as the value its JSON form would have: `a=1&a=2` and `a[]=1` give lists, `a[b]=1` an object,
 * `[0][id]=1` or `0[id]=1` a list at the top. Everything stays text; the schemas turn it into numbers and flags.
 */
export function parseForm(body: string): unknown {
  const root: Branch = new Map()
  for (const [key, value] of new URLSearchParams(body)) put(root, keyPath(key), value)
  return plain(root)
}

type Branch = Map<string, Node>
type Node = string | string[] | Branch

const MAX_DEPTH = 8

/** `a[b][]` → a, b and an empty last step for "append". */
const keyPath = (key: string): string[] =>
  key.startsWith('[') ? key.slice(1, -1).split('][') : key.replaceAll(']', '').split('[')

function put(branch: Branch, path: string[], value: string): void {
  const [head = '', ...rest] = path.slice(0, MAX_DEPTH)
  const there = branch.get(head)
  if (rest.length === 0) {
    branch.set(head, typeof there === 'string' ? [there, value] : Array.isArray(there) ? [...there, value] : value)
  } else if (rest.length === 1 && rest[0] === '') {
    branch.set(head, [...(Array.isArray(there) ? there : []), value])
  } else {
    const child: Branch = there instanceof Map ? there : new Map()
    branch.set(head, child)
    put(child, rest, value)
  }
}

function plain(node: Node): unknown {
  if (!(node instanceof Map)) return node
  const keys = [...node.keys()]
  if (keys.length > 0 && keys.every((key, index) => key === String(index))) return [...node.values()].map(plain)
  return Object.fromEntries([...node].map(([key, child]) => [key, plain(child)]))
}
