import { AddSquareRegular, DeleteRegular, OpenRegular, SearchInfoRegular, SettingsRegular } from '@fluentui/react-icons'
import type { Column } from '#shared/contract/column.ts'
import { frontAddress, hasFrontLink } from '#shared/domain/columnAddress.ts'
import { type ColumnAction, columnRefusal } from '#shared/domain/columnAccess.ts'
import type { Authority } from '#shared/domain/permissions.ts'
import type { RowAction } from '#renderer/ui/table/RowActions.tsx'

/** Actions on one channel. */
export interface ChannelCommands {
  add(parent: Column): void
  settings(channel: Column): void
  seo(channel: Column): void
  remove(channel: Column): void
}

export interface ChannelRules {
  who: Authority
  /** Host names of the site, comma-separated. */
  domains: string
}

/** The row flag behind each action (A·§3), with the text shown when the flag is off (contradictions.md 54). */
const ROW_FLAGS = {
  addChild: ['isCanAddSub', '该频道不允许新增下级频道'],
  remove: ['isCanDeleted', '该频道不允许删除'],
  show: ['isCanShowHidden', '该频道不允许更改显示状态'],
} as const satisfies Partial<Record<ColumnAction, readonly [keyof Column, string]>>

/** Why the account may not run the action on the channel; null when it may (A·§6). */
export function refusalOf(
  { who }: ChannelRules,
  channel: Column,
  action: keyof typeof ROW_FLAGS | 'edit',
): string | null {
  const flag = action === 'edit' ? undefined : ROW_FLAGS[action]
  const flagRefusal = flag && !channel[flag[0]] ? flag[1] : null
  return columnRefusal(who, channel, action) ?? flagRefusal
}

/** Row actions of the channel view (A·§2); SEO and the front address only for columns with a list page. Absent actions keep their position. */
export function actionsOf(rules: ChannelRules, channel: Column, commands: ChannelCommands): (RowAction | null)[] {
  const address = frontAddress(rules.domains, channel.listPageUrl)
  return [
    {
      title: '新增子频道',
      icon: AddSquareRegular,
      run: () => commands.add(channel),
      refusal: refusalOf(rules, channel, 'addChild'),
    },
    {
      title: '设置',
      icon: SettingsRegular,
      run: () => commands.settings(channel),
      refusal: refusalOf(rules, channel, 'edit'),
    },
    channel.listPageUrl === ''
      ? null
      : {
          title: '设置SEO',
          icon: SearchInfoRegular,
          run: () => commands.seo(channel),
          refusal: refusalOf(rules, channel, 'edit'),
        },
    hasFrontLink(channel)
      ? {
          title: '前台地址',
          icon: OpenRegular,
          ...(address ? { href: address } : { refusal: '站点还没有绑定域名，请先在“绑定域名”中添加' }),
        }
      : null,
    {
      title: '删除',
      icon: DeleteRegular,
      run: () => commands.remove(channel),
      refusal: refusalOf(rules, channel, 'remove'),
    },
  ]
}
