import type { Resource } from '#server/http/routes.ts'
import { serveCounting } from '../counting/index.ts'
import { routes } from './routes.ts'

export const analytics: Resource = {
  routes,
  plugin: (app, deps) => void app.register((scope) => serveCounting(scope, deps)),
}
