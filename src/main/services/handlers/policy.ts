import type { HostHandlers } from '#shared/contract/bridge.ts'
import { POLICIES, POLICY_NAMES, type PolicyReport } from '#shared/domain/policies.ts'

const titleOf = (name: string): string => {
  const known = POLICY_NAMES.find((each) => each === name)
  return known ? POLICIES[known].zh.title : name
}

export const policyHandlers = ({ set, problems }: PolicyReport) =>
  ({
    'policy.status': async () => ({
      set: set.map((each) => ({ ...each, title: titleOf(each.name) })),
      problems: problems.map((each) => ({ ...each, title: titleOf(each.name) })),
    }),
  }) satisfies HostHandlers<'policy'>
