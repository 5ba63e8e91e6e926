import type { CompiledQuery, Kysely } from 'kysely'
import { type Engine, engineOf } from './dialect.ts'
import type { Database } from './schema.ts'

/** Stands for a value in a statement that is built before the value is known. */
class Place {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** The place of a value, with the value's type. */
export type ParameterOf<V> = <K extends keyof V>(name: K) => V[K]

/**
 * A statement of a fixed shape that each call runs: it is built and compiled once for each kind of database, which takes
 * longer than running it.
 * @param build makes it with `place(name)` where the value of that name goes
 * @returns runs it with its values and answers its rows
 */
export function compiled<V extends object, R>(
  build: (db: Kysely<Database>, place: ParameterOf<V>) => { compile(): CompiledQuery<R> },
): (db: Kysely<Database>, values: V) => Promise<R[]> {
  const made = new Map<Engine, CompiledQuery<R>>()
  return async (db, values) => {
    const engine = engineOf(db)
    const query = made.get(engine) ?? build(db, (name) => new Place(name) as never).compile()
    made.set(engine, query)
    const parameters = query.parameters.map((value) => (value instanceof Place ? values[value.name as keyof V] : value))
    return (await db.executeQuery<R>({ ...query, parameters })).rows
  }
}
