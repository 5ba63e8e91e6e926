import type { Resource } from '../http/routes.ts'

/** Every resource of the server, one line each. */
export const resources: readonly Resource[] = []
