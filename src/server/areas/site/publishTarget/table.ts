import {
  flag,
  HISTORY,
  id,
  index,
  int,
  json,
  millis,
  ownedBy,
  ref,
  lastSavedColumns,
  sealedText,
  table,
  text,
  unique,
} from '#server/db/table.ts'
import type { CdnProvider } from '#shared/contract/publishCdn.ts'
import type { Deployment, PublishTarget } from '#shared/contract/publishTarget.ts'

export const publishTargetTables = {
  /** A place outside the server where the built pages of a site are brought. */
  publish_target: table({
    title: '发布目标',
    columns: {
      id: id(),
      siteId: ref('site'),
      name: text(),
      kind: text<PublishTarget['kind']>(),
      host: text(),
      port: int(),
      encryption: text<PublishTarget['encryption']>().default('explicit'),
      address: text().default(''),
      bucket: text().default(''),
      region: text().default(''),
      isPathStyle: flag().default(0),
      username: text(),
      signIn: text<PublishTarget['signIn']>(),
      hostKey: text(),
      folder: text(),
      basePath: text(),
      origin: text(),
      addressForm: text<PublishTarget['addressForm']>(),
      isAuto: flag(),
      /** 1: the site was put back; builds are not deployed until somebody deploys by hand. */
      isPaused: flag().default(0),
      /** 1: each release lies in a folder of its own, and a link is switched to it. */
      hasReleases: flag().default(0),
      /** Releases that stay at the target. */
      keptReleases: int().default(5),
      /** The release that visitors see; '' none. */
      releaseName: text().default(''),
      /** Deployments at times: TargetPlan as JSON. */
      schedule: text().default('{}'),
      /** The next of those times; 0: none. */
      nextTime: millis().default(0),
      /** When the files at the target were last compared with what is noted. */
      verifyTime: millis().default(0),
      /** TargetSecrets as JSON. */
      secrets: sealedText(),
      /** How the files at the target were rewritten; another one rewrites all of them. */
      rules: text().default(''),
      /** buildTime of the build that lies at the target; 0: none. */
      deployedBuild: millis().default(0),
      /** The last deployment that was completed; 0: none. */
      deploymentId: int().default(0).noReference(HISTORY),
      deployTime: millis().default(0),
      /** The job that works on the target; 0: none. */
      jobId: int().default(0).noReference('a lock: a job that has ended holds nothing'),
      createTime: millis(),
      ...lastSavedColumns(),
    },
    indexes: {
      publish_target_site: index('siteId id'),
      publish_target_next: index('nextTime', { where: `"nextTime" > 0` }),
    },
    isDeletedWithSite: true,
  }),
  /** A file that lies at a target, as far as is known. */
  target_file: table({
    columns: {
      targetId: ownedBy('publish_target'),
      path: text().bytewise(),
      /** Of what it was made: the build's name of the content, or the upload. */
      revision: text(),
      digest: text(),
      sizeBytes: int(),
      /** Hash of its bytes in the store; '' for uploads and thumbnails, whose bytes lie elsewhere. */
      sha256: text(),
      /** Paths of the uploads that it shows. */
      uploads: json().default('[]'),
      /** 1: a deployment was about to write or remove it; what is noted of it is what lay there before. */
      isUncertain: flag().default(0),
    },
    key: ['targetId', 'path'],
    indexes: { target_file_content: index('sha256', { where: `"sha256" <> ''` }) },
  }),
  deployment: table({
    columns: {
      id: id(),
      targetId: ownedBy('publish_target'),
      siteId: int().noReference(HISTORY),
      state: text<Deployment['state']>(),
      cause: text<Deployment['cause']>(),
      username: text(),
      jobId: int().noReference(HISTORY),
      written: int().default(0),
      removed: int().default(0),
      bytes: int().default(0),
      message: text().default(''),
      warnings: json().default('[]'),
      asks: text<Deployment['asks']>().default(''),
      foreignFiles: json().default('[]'),
      /** What visitors got afterwards (publicCheck). */
      checkState: text<Deployment['checkState']>().default(''),
      checkProblems: json().default('[]'),
      checkTime: millis().default(0),
      /** Why the CDN still holds former pages; ''. */
      purgeProblem: text().default(''),
      /** The folder of its release; ''. */
      releaseName: text().default(''),
      /** The release that it replaced; ''. */
      previousRelease: text().default(''),
      createTime: millis(),
      endTime: millis().default(0),
    },
    indexes: { deployment_target: index('targetId id') },
  }),
  /** What a deployment changed at one path, to put it back. '' in a digest: there was, or is, no file. */
  deployment_change: table({
    columns: {
      deploymentId: ownedBy('deployment'),
      path: text().bytewise(),
      beforeDigest: text(),
      beforeSize: int(),
      beforeSha256: text(),
      beforeRevision: text(),
      beforeUploads: json(),
      afterDigest: text(),
    },
    key: ['deploymentId', 'path'],
    indexes: { deployment_change_content: index('beforeSha256', { where: `"beforeSha256" <> ''` }) },
  }),
  /** The CDN in front of a publish target. */
  target_cdn: table({
    title: 'CDN 刷新设置',
    columns: {
      id: id(),
      targetId: ownedBy('publish_target'),
      provider: text<CdnProvider>(),
      url: text(),
      accessKeyId: text(),
      secret: sealedText(),
      ...lastSavedColumns(),
    },
    indexes: { target_cdn_target: unique('targetId') },
  }),
}
