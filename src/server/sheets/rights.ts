import { can, PERMISSION } from '#shared/domain/permissions.ts'
import { AppError } from '#shared/errors/index.ts'
import type { CallContext } from '../http/context.ts'

/** A column of a site; the menu of a screen belongs to site 0. */
interface SheetMenu {
  siteId: number
  menuId: number
}

const require = (ctx: CallContext, at: SheetMenu, code: number, what: string): void => {
  if (!can(ctx.requireSignedIn().authority, { ...at, code })) {
    throw new AppError('forbidden', `您没有${what}的权限，请联系管理员授权`)
  }
}

/** @throws AppError `forbidden` without permission 1120 on the column (A·§6) */
export const requireExport = (ctx: CallContext, at: SheetMenu): void =>
  require(ctx, at, PERMISSION.exportSheet, '导出表格')

/** @throws AppError `forbidden` without permission 1121 on the column (A·§6) */
export const requireImport = (ctx: CallContext, at: SheetMenu): void =>
  require(ctx, at, PERMISSION.importSheet, '导入表格')
