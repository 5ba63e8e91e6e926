import { expect, it } from 'vitest'
import { SchemaText } from '#tests/builders/schemaText.ts'
import { type OperationName, operation, operations } from './registry.ts'

const HEAD = [
  'What the contract declares about each call, but for who may make it (tests/integration/server/access/declared.txt): its address,',
  'limits, defaults and messages. Client and server read the same contract, so what changes in it by mistake changes on both sides,',
  'and no test of theirs notices it. After a wanted change: npm run test:unit -- src/shared/contract/declared.test.ts -u',
  '',
]

it('are those of declared.txt, call by call', async () => {
  const schemas = new SchemaText()
  const describe = (name: OperationName): string[] => {
    const { input, output, ...facts } = operation(name)
    const properties = Object.entries(facts)
      .filter(([fact]) => fact !== 'access' && fact !== 'area')
      .map(([fact, value]) => `${fact}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    const schemaOf = (key: 'input' | 'output'): string[] => {
      const [first = '', ...more] = schemas.linesOf({ input, output }[key], `${name} ${key}`)
      return [`  ${key}: ${first}`, ...more.map((line) => `  ${line}`)]
    }
    return [`${name} | ${properties.join(' | ')}`, ...schemaOf('input'), ...schemaOf('output'), '']
  }
  const names = (Object.keys(operations) as OperationName[]).toSorted()
  await expect([...HEAD, ...names.flatMap(describe)].join('\n')).toMatchFileSnapshot('declared.txt')
})
