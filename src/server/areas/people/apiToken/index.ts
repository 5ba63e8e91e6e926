import { tokenFinder } from '#server/http/auth.ts'
import type { Resource } from '#server/http/routes.ts'
import { findByToken } from './find.ts'
import { routes } from './manage.ts'

tokenFinder.register(findByToken)

/** API 令牌: what other programs may do in somebody's name. */
export const apiToken: Resource = { routes }
