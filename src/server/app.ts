import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { BODY } from '#shared/contract/define.ts'
import { AppError } from '#shared/errors/index.ts'
import { ensureDiskReserve } from './db/diskReserve.ts'
import type { ServerDeps } from './deps.ts'
import { notFound, sendError } from './http/response.ts'
import { assertComplete, bindResource } from './http/bind.ts'
import { ClientErrors } from './http/wire/clientErrors.ts'
import { registerFormParser } from './http/wire/formBody.ts'
import { addSecurityHeaders } from './http/wire/hardening.ts'
import { trackRequests } from './observe/lifecycle.ts'
import { serveProbes } from './process/probes.ts'
import { createRequestIds } from './observe/requestId.ts'
import { logRequests } from './http/wire/requestLog.ts'
import { endSlowRequests, HEADER_LIMITS } from './http/wire/slowRequests.ts'
import { registerJsonParser } from './http/wire/jsonBody.ts'
import { registerDocs } from './http/docs/docs.ts'
import { scheduleMaintenance } from './jobs/maintenance.ts'
import { startJobs } from './jobs/runner.ts'
import type { JobWorks } from './http/jobWork.ts'
import { createCallLog } from './areas/system/log/index.ts'
import { serveSites } from './areas/site/statics/index.ts'
import { serveUpdates } from './process/updates.ts'
import { resources } from './areas/index.ts'
import { startListening } from './wakeUps.ts'
import { VERSION } from './version.ts'

/** Idle timeout of a connection; above the longest wait of a long poll (25 s). */
const IDLE_TIMEOUT_MS = 120_000

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
/**
 * Replaces Ajv, which is then not loaded: http/bind validates by the contract's schemas. The cast is needed because
 * Fastify's types know only Ajv.
 */
const COMPILERS = {
  buildValidator: () => () => (value: unknown) => ({ value }),
  buildSerializer: () => () => (value: unknown) => JSON.stringify(value),
} as unknown as Compilers

/**
 * Builds the CMS API over an open, migrated database. The server does not listen yet; `close()` ends everything that it
 * started.
 */
export async function buildServer(deps: ServerDeps, served = resources): Promise<FastifyInstance> {
  const clientErrors = new ClientErrors()
  const app = Fastify({
    loggerInstance: deps.log,
    // http/wire/requestLog logs one line per request instead of Fastify's two.
    genReqId: createRequestIds(deps.trustedProxies),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // Body limit of requests that match no operation, which anybody may send.
    bodyLimit: BODY.open,
    http: HEADER_LIMITS,
    connectionTimeout: deps.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    trustProxy: deps.trustedProxies.length > 0 ? [...deps.trustedProxies] : false,
    exposeHeadRoutes: false,
    // No timeout, because after a power cut the start may recover thousands of files; an interrupted recovery would
    // start again.
    pluginTimeout: 0,
    forceCloseConnections: true,
    routerOptions: { ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    schemaController: { compilersFactory: COMPILERS },
    clientErrorHandler: clientErrors.handle,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  })
  app.decorateRequest('signed', null)
  clientErrors.trackResponses(app.server)
  endSlowRequests(app, deps.trustedProxies)
  trackRequests(app, deps)
  logRequests(app, deps)
  addSecurityHeaders(app, deps.corsOrigins, deps.mock)
  serveProbes(app, deps)
  serveSites(app, deps)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
  app.removeAllContentTypeParsers()
  registerJsonParser(app)
  await registerFormParser(app)
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => new AppError('too-many', '操作过于频繁，请 1 分钟后重试'),
  })
  registerDocs(app, VERSION)
  if (deps.updatesDir) serveUpdates(app, deps.updatesDir)
  assertComplete(served)
  const log = createCallLog(served)
  for (const resource of served) {
    // Only resources with their own parsers and routes get a Fastify scope, because each scope delays the start.
    if (resource.plugin)
      await app.register(async (scope) => {
        await resource.plugin?.(scope, deps)
        bindResource(scope, deps, resource, log)
      })
    else bindResource(app, deps, resource, log)
    if (resource.close) app.addHook('onClose', async () => resource.close?.())
  }
  scheduleMaintenance(app, deps, () => ensureDiskReserve(deps))
  startListening(app, deps)
  if (deps.runsJobs !== false)
    startJobs(app, deps, Object.assign({}, ...served.map((resource) => resource.jobs)) as JobWorks)
  await app.ready()
  return app
}
