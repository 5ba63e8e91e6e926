import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { beginOwnFactor, confirmOwnFactor, newOwnCodes, ownFactor, removeOwnFactor } from './ownFactor.ts'
import { endOwnSessions, ownSessions } from './ownSessions.ts'
import { readSettings, saveSettings } from './settings.ts'
import { exportLog, pageLog, pruneLog } from './signInLog.ts'

const routes: Routes<'security'> = {
  'security.settings': readSettings,
  'security.saveSettings': saveSettings,
  'security.signInLog': pageLog,
  'security.signInLogSheet': exportLog,
  'security.ownSessions': ownSessions,
  'security.endOwnSessions': endOwnSessions,
  'security.secondFactor': ownFactor,
  'security.beginSecondFactor': beginOwnFactor,
  'security.confirmSecondFactor': confirmOwnFactor,
  'security.newRecoveryCodes': newOwnCodes,
  'security.removeSecondFactor': removeOwnFactor,
}

const plugin = (app: FastifyInstance, deps: ServerDeps): void => maintenance(app, deps, () => pruneLog(deps))

/** 登录安全: the rules of signing in, its log, and one's own sessions. */
export const security: Resource = { routes, plugin }
