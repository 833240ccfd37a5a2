/** What a client who may pay by Interac transfer reads of their code: the bank's line then names them (docs/product/bank-files.md). */
export const transferHint = (code: string): string => `Virement Interac\u00a0: mettez le code ${code} dans le message.`
