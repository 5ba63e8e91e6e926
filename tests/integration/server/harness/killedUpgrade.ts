// `killedUpgrade FOLDER`: begins an upgrade of the data folder and kills its own process in the middle of it.
import { sql } from 'kysely'
import { connect } from '#server/db/connect.ts'
import { migrations } from '#server/db/migration/migrate.ts'

const [, , dataDir = ''] = process.argv
await connect({
  dataDir,
  migrations: {
    ...migrations,
    '9001_killed': {
      up: async (db) => {
        await sql`create table half (text varchar(20))`.execute(db)
        await sql`delete from kept_of_old`.execute(db)
        process.kill(process.pid, 'SIGKILL')
        await new Promise(() => undefined)
      },
    },
  },
})
