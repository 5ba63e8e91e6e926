import { pageOf, readPage } from '#server/http/paging.ts'
import type { Resource, Routes } from '#server/http/routes.ts'
import { registerOpenWork } from '#server/areas/people/account/index.ts'
import { classAgreements, listClasses, removeClass, saveClass } from './classes.ts'
import { selectMatching } from './find.ts'
import { presentWord } from './present.ts'
import { removeWords, saveWord, requireWord } from './save.ts'
import { sheetRoutes } from './sheet.ts'

const routes: Routes<'sensitive'> = {
  ...sheetRoutes,
  'sensitive.page': async (ctx, { key, ...paging }) => {
    const { rows, total } = await readPage(selectMatching(ctx.db, key).selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(presentWord), total, paging.size)
  },
  'sensitive.findById': async (ctx, { id }) => presentWord(await requireWord(ctx, id)),
  'sensitive.save': async (ctx, form) => presentWord(await saveWord(ctx, form)),
  'sensitive.deleteByIdList': async (ctx, ids) => {
    await removeWords(ctx, ids)
    return null
  },
  'sensitive.classes': (ctx) => listClasses(ctx),
  'sensitive.saveClass': saveClass,
  'sensitive.deleteClass': async (ctx, { id }) => {
    await removeClass(ctx, id)
    return null
  },
}

registerOpenWork(classAgreements)

export { type ForbiddingClass, forbiddingClasses } from './classes.ts'
export { type FieldText, findHitsIn, findHits } from './hits.ts'
export { readRules } from './words.ts'
/** Calls 129–134: sensitive words. */
export const sensitive: Resource = { routes }
