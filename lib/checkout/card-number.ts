/** What was typed, without the spaces and dashes that people copy from a card. */
export function cardDigits(text: string): string {
  return text.replace(/[\s\u2010-\u2015-]/g, "");
}

/** Whether it can be a card's number at all; only the processor knows whether it is one. */
export function isCardNumber(digits: string): boolean {
  return /^\d{12,19}$/.test(digits) && luhnSum(digits) % 10 === 0;
}

/** As it is printed on the card: 4-6-5 where the number starts with 34 or 37, else groups of four. */
export function groupDigits(digits: string): string {
  if (!hasLongCode(digits)) return digits.replace(/(.{4})(?=.)/g, "$1 ");
  return [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)].filter((group) => group !== "").join(" ");
}

/** How many digits its security code has: four on the front of a 34 or 37 card, three on the back of any other. */
export function codeLength(digits: string): 3 | 4 {
  return hasLongCode(digits) ? 4 : 3;
}

function hasLongCode(digits: string): boolean {
  return /^3[47]/.test(digits);
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
