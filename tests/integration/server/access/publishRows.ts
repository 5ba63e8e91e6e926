import { row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const ofSite: Row['input'] = ({ siteId }) => ({ siteId })
/** A target over SFTP: folders of the server are for super administrators alone. */
const targetForm = ({ code, siteId }: Stage['world']) =>
  ({
    siteId,
    name: code,
    kind: 'sftp',
    host: '127.0.0.1',
    port: 1,
    username: code,
    folder: '/www',
    password: code,
  }) as const
const targetOf = async ({ admin, world }: Stage): Promise<number> =>
  (await admin.ok('publishTarget.save', targetForm(world))).id
/** A deployment to a target of the world's site. */
const deploymentOf = async (stage: Stage): Promise<number> => {
  const { siteId, deps } = { ...stage.world, deps: stage.server.deps }
  const targetId = await targetOf(stage)
  const values = {
    targetId,
    siteId,
    state: 'failed',
    cause: 'manual',
    username: 'admin',
    jobId: 0,
    createTime: 1,
  } as const
  return (await deps.db.insertInto('deployment').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Calls of publish targets. */
export const publishRows = {
  'publishTarget.page': row('declared', ofSite),
  'publishTarget.findById': row('site', ({ made }) => ({ id: made }), targetOf),
  'publishTarget.save': row('declared', (world) => targetForm(world)),
  'publishTarget.deleteByIdList': row('site', ({ made }) => [made], targetOf),
  'publishTarget.readHostKey': row('declared', ({ siteId }) => ({ siteId, host: '127.0.0.1', port: 1 })),
  'publishTarget.test': row('site', ({ made }) => ({ id: made }), targetOf),
  'publishTarget.deploy': row('site', ({ made }) => ({ id: made }), targetOf),
  'publishTarget.restore': row('site', ({ made }) => ({ id: made }), deploymentOf),
  'publishTarget.check': row(
    'site',
    ({ made }) => ({ id: made }),
    async (stage) => {
      const id = await deploymentOf(stage)
      const { targetId } = await stage.server.deps.db
        .selectFrom('deployment')
        .select('targetId')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await stage.server.deps.db
        .updateTable('publish_target')
        .set({ deploymentId: id })
        .where('id', '=', targetId)
        .execute()
      return id
    },
  ),
  'publishTarget.deploymentFiles': row('site', ({ made }) => ({ deploymentId: made }), deploymentOf),
  'publishTarget.deployments': row('site', ({ made }) => ({ targetId: made }), targetOf),
  'publishCdn.find': row('site', ({ made }) => ({ targetId: made }), targetOf),
  'publishCdn.save': row('site', ({ made }) => ({ targetId: made, provider: '' }), targetOf),
  'publishCdn.test': row('site', ({ made }) => ({ targetId: made }), targetOf),
  'publishTarget.webServer': row('site', ({ made }) => ({ id: made, server: 'nginx' }), targetOf),
}
