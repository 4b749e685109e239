// Drawdowns: how far a price and a profit have fallen from their highest values so far.

export class Drawdowns {
  topPrice: number;
  topProfit: number;
  drawdown: number;
  profitDrawdown: number;

  constructor(
    from: Pick<Drawdowns, "topPrice" | "topProfit"> & Partial<Pick<Drawdowns, "drawdown" | "profitDrawdown">>,
  ) {
    this.topPrice = from.topPrice;
    this.topProfit = from.topProfit;
    this.drawdown = from.drawdown ?? 0;
    this.profitDrawdown = from.profitDrawdown ?? 0;
  }

  add({ price, profit }: { readonly price: number; readonly profit: number }): this {
    this.topPrice = Math.max(this.topPrice, price);
    this.topProfit = Math.max(this.topProfit, profit);
    this.drawdown = Math.max(this.drawdown, this.topPrice === 0 ? 0 : 1 - price / this.topPrice);
    this.profitDrawdown = Math.max(this.profitDrawdown, this.topProfit - profit);
    return this;
  }
}
