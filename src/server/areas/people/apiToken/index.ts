import { tokenFinder } from '#server/http/auth.ts'
import type { Resource } from '#server/http/routes.ts'
import { findByToken } from './find.ts'
import { routes } from './manage.ts'

tokenFinder.register(findByToken)

/** API 令牌: tokens by which other programs act for an account. */
export const apiToken: Resource = { routes }
