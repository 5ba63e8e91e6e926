import type { Resource } from '../http/routes.ts'
import { account } from './account/index.ts'
import { column } from './column/index.ts'
import { site } from './site/index.ts'
import { system } from './system/index.ts'

/** Every resource of the server, one line each. */
export const resources: readonly Resource[] = [system, account, site, column]
