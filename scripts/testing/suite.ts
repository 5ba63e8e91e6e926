/** Vitest's test files for Node and for the page, and Playwright's; relative to the repository. */
export const SUITE = {
  node: [
    'src/{cli,shared,engine,deploy,server,main,preload}/**/*.test.ts',
    'scripts/**/*.test.ts',
    'tests/architecture/**/*.test.ts',
    'tests/integration/**/*.test.ts',
  ],
  renderer: ['src/renderer/**/*.test.{ts,tsx}', 'tests/setup/*.test.ts'],
  browser: ['tests/e2e/**/*.spec.ts'],
} as const

/**
 * Tests that take minutes (load, fuzzing, repeated faults) or need the packed program: not in `npm test`, but in `npm
 * run test:all`. A file named `x.long.test.ts` is long by its name.
 */
export const LONG_TESTS = [
  '{src,tests,scripts}/**/*.long.test.{ts,tsx}',
  'src/server/areas/channel/email/badInput.test.ts',
  'src/server/areas/{content/siteArchive/{hostile,imported},upload/chunks/hostile}.test.ts',
  'src/server/areas/content/{searchIndex/ids,texts/largeTexts,contentSchedule/clockChange}.test.ts',
  'src/server/areas/system/log/longExport.test.ts',
  'src/server/db/waitForDatabase.test.ts',
  'src/main/services/network/pac.test.ts',
  'src/server/areas/people/account/signIn/guessing.test.ts',
  'src/server/storage/blobs.test.ts',
  'src/server/secrets/keyFile.test.ts',
  'tests/integration/approval/model.test.ts',
  'tests/integration/editor/archive.test.ts',
  'tests/integration/sync/{bulk,conflictCount,git,hanging,kill,serverDown,converge,model,modelKills,memory,pollIdle}.test.ts',
  'tests/integration/host/{builtinServer,kill,cli,network,crashes,backend,oddMachines,signals,localDrafts}.test.ts',
  'tests/integration/host/uploads/{bundles,faults,kill,killBoth}.test.ts',
  'tests/integration/server/{check/check,serverCopy,restoreKilled,writableCopies,pageCommands,nginxOutage,slowConnections,fullDisk,crowdedColumn,bucketProblems,sweep,listening,backupMoment,storeCopy,backup,nginx,pgbouncer,process,rollingRestart,rollingUpdate,nothingShared,upgrade,move,look,sweepKill,killedImport,mailKill,uploadKill,uploadTwoProcesses,contentKill,killedJob,scheduleKill,templateBatchKill,uploadMemory,templateWriters}.test.ts',
  'tests/integration/electron/{links,packaging,packages,linuxPackages,packedProgram,pictures,standIn,firstDay,preload,windows,view,backend,starts,desktopIntegration}.test.ts',
]
