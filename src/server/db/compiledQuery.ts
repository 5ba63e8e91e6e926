import type { CompiledQuery, Kysely } from 'kysely'
import { type Engine, engineOf } from './dialect.ts'
import type { Database } from './schema.ts'

/** Placeholder in a compiled statement for a value that each call supplies. */
class ParameterPlaceholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Creates the placeholder of a value, typed as the value. */
export type ParameterOf<V> = <K extends keyof V>(name: K) => V[K]

/**
 * A statement that many calls run with other values. It is compiled once for each kind of database, because compiling
 * takes longer than running.
 * @param build builds the statement, with `place(name)` for the value of that name
 * @returns a function that runs the statement with values and returns its rows
 */
export function createCompiledQuery<V extends object, R>(
  build: (db: Kysely<Database>, place: ParameterOf<V>) => { compile(): CompiledQuery<R> },
): (db: Kysely<Database>, values: V) => Promise<R[]> {
  const made = new Map<Engine, CompiledQuery<R>>()
  return async (db, values) => {
    const engine = engineOf(db)
    const query = made.get(engine) ?? build(db, (name) => new ParameterPlaceholder(name) as never).compile()
    made.set(engine, query)
    const parameters = query.parameters.map((value) =>
      value instanceof ParameterPlaceholder ? values[value.name as keyof V] : value,
    )
    return (await db.executeQuery<R>({ ...query, parameters })).rows
  }
}
