#!/usr/bin/env node
import { homedir } from 'node:os'
import { defaultDataDir } from '#services/dataFolder/dataDir.ts'
import { runCli } from './run.ts'

// Process entry of the command line, which sends commands to the running program.
process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  dataDir: process.env.SITECRAFT_DATA ?? defaultDataDir(process.platform, process.env, homedir()),
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
})
