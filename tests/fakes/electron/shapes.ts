import type { Member, Parameter, Platforms, Shape, TypeFacts, Typings } from './typings.ts'

/** The members, statics and events of a type together with those of the types that it extends. */
export class Lookup {
  readonly #typings: Typings
  readonly #platform: string

  constructor(typings: Typings, platform: string) {
    this.#typings = typings
    this.#platform = platform
  }

  isHere = (platforms: Platforms): boolean => platforms === null || platforms.includes(this.#platform)

  member(type: string, name: string, side: 'members' | 'statics' = 'members'): Member | undefined {
    for (const { [side]: found } of this.#chain(type)) if (Object.hasOwn(found, name)) return found[name]
    return undefined
  }

  /** undefined: there is no such event. */
  event(type: string, name: string): Platforms | undefined {
    for (const { events } of this.#chain(type)) if (Object.hasOwn(events, name)) return events[name]
    return undefined
  }

  /** '' when the arguments fit one of the overloads, else why they don't. */
  argumentProblem(calls: Parameter[][], args: readonly unknown[]): string {
    const problems = calls.map((parameters) => this.#callProblem(parameters, args))
    return problems.includes('') ? '' : [...new Set(problems)].join('; ')
  }

  valueProblem = (value: unknown, shape: Shape, at: string): string => this.#valueProblem(value, shape, at)

  #callProblem(parameters: Parameter[], args: readonly unknown[]): string {
    const rest = parameters.at(-1)?.isRest ? parameters.at(-1) : undefined
    if (!rest && args.length > parameters.length) return `takes ${parameters.length} arguments, not ${args.length}`
    for (const [at, parameter] of parameters.entries()) {
      if (parameter.isRest) break
      const value = args[at]
      if (value === undefined && parameter.isOptional) continue
      const problem = this.#valueProblem(value, parameter.shape, `argument ${at + 1}`)
      if (problem) return problem
    }
    return ''
  }

  #valueProblem(value: unknown, shape: Shape, at: string): string {
    switch (shape.kind) {
      case 'any':
        return ''
      case 'primitive':
        return typeof value === shape.name ? '' : `${at} is no ${shape.name}`
      case 'literal':
        return value === shape.value ? '' : `${at} is ${printed(value)}, not ${printed(shape.value)}`
      case 'array': {
        if (!Array.isArray(value)) return `${at} is no array`
        return firstProblem(value, (each, index) => this.#valueProblem(each, shape.of, `${at}[${index}]`))
      }
      case 'union': {
        const problems = shape.of.map((each) => this.#valueProblem(value, each, at))
        return problems.includes('') ? '' : problems.join(', ')
      }
      case 'object':
        return this.#membersProblem(value, (name) => shape.members[name], Object.entries(shape.members), at)
      case 'type':
        return this.#typeProblem(value, shape.name, at)
    }
  }

  #typeProblem(value: unknown, name: string, at: string): string {
    const alias = this.#typings.aliases[name]
    if (alias) return this.#valueProblem(value, alias, at)
    const chain = this.#chain(name)
    // Buffer, Promise, Record …: TypeScript's own. A class is made by Electron, so no plain object is one.
    if (chain.length === 0 || !isPlain(value)) return ''
    const members = chain.flatMap(({ members: own }) => Object.entries(own))
    // Such as Env: any names.
    if (members.length === 0) return ''
    if (members.some(([, { calls }]) => calls !== null)) return `${at} is a plain object, no ${name}`
    return this.#membersProblem(value, (key) => this.member(name, key), members, at)
  }

  #membersProblem(
    value: unknown,
    find: (name: string) => Member | undefined,
    all: readonly (readonly [string, Member])[],
    at: string,
  ): string {
    if (typeof value !== 'object' || value === null) return `${at} is no object`
    const given = value as Record<string, unknown>
    const missing = all.find(([name, { isOptional }]) => !isOptional && given[name] === undefined)
    if (missing) return `${at}.${missing[0]} is missing`
    return firstProblem(Object.entries(given), ([name, own]) => {
      const member = find(name)
      if (!member) return `${at} has no option ${name}`
      if (own === undefined) return ''
      if (!this.isHere(member.platforms)) return `option ${at}.${name} has no effect on ${this.#platform}`
      return this.#valueProblem(own, member.shape, `${at}.${name}`)
    })
  }

  #chain(type: string): TypeFacts[] {
    const facts = this.#typings.types[type]
    return facts ? [facts, ...facts.extends.flatMap((base) => this.#chain(base))] : []
  }
}

function firstProblem<T>(all: readonly T[], problemOf: (each: T, index: number) => string): string {
  for (const [index, each] of all.entries()) {
    const problem = problemOf(each, index)
    if (problem) return problem
  }
  return ''
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
const printed = (value: unknown): string => JSON.stringify(value) ?? String(value)
