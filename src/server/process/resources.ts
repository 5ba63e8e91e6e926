import { existsSync } from 'node:fs'
import path from 'node:path'

const DEPTH = 5

/** Finds the product's resources folder above the sources or the built bundle, which are at different depths. */
export function findResources(from = import.meta.dirname): string {
  let folder = from
  for (let up = 0; up < DEPTH; up++) {
    const resources = path.join(folder, 'resources')
    if (existsSync(path.join(resources, 'templates'))) return resources
    folder = path.dirname(folder)
  }
  return path.join(from, 'resources')
}
