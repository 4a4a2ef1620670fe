import type { StablecoinLabels } from "./labels.ts"

export const es: StablecoinLabels = {
  locale: "es",
  loading: "Buscando las formas de pago…",
  checking: "Comprobando tu pago…",
  none: "Esto no se puede pagar con stablecoins en este momento.",
  way: "¿Cómo quieres pagar?",
  hosted: "Billetera o exchange",
  hostedHint: "Eliges en la página de pago.",
  hostedMethods: "Con {currency}: {methods}. Eliges en la página de pago.",
  onchain: "Enviar desde mi billetera cripto",
  onchainHint: "En la red que elijas.",
  coin: "Moneda",
  network: "Red",
  amount: "Pagas {amount} {currency}",
  pay: "Pagar {amount} {currency}",
  starting: "Iniciando el pago…",
  pending: "Esperando tu pago",
  confirming:
    "Si ya pagaste, no pagues otra vez: tarda unos minutos en confirmarse.",
  failedTitle: "El pago ha fallado",
  failed:
    "Puedes pagar de otra forma. Si ya enviaste monedas, no pagues otra vez: tu pedido seguirá cuando lleguen.",
  abandonedTitle: "Este pago ya no está abierto",
  abandoned:
    "Si ya enviaste monedas, no pagues otra vez: tu pedido seguirá cuando lleguen.",
  cancelledTitle: "El pago se canceló",
  cancelled:
    "Si ya enviaste monedas, no pagues otra vez: la tienda recibirá un aviso cuando lleguen.",
  orderCancelledTitle: "Tu pedido se canceló",
  orderCancelled:
    "Si ya enviaste monedas, la tienda recibirá un aviso cuando lleguen y se te devolverá el dinero.",
  paidOrderCancelled: "Se te devolverá el dinero. La tienda está avisada.",
  paidTitle: "Tu pago ha llegado",
  paid: "Estamos creando el pedido…",
  arrived: "Gracias. Tu pago ha llegado.",
  paidWithoutOrder:
    "El pedido aún no se puede crear. Tu dinero está a salvo: la tienda está avisada y se pondrá en contacto contigo.",
  transferSeenTitle: "Vemos tu transferencia",
  transferSeen:
    "Está pendiente de confirmación. No la envíes otra vez. Si la aplicación de tu billetera aún muestra un paso para terminar este pago, complétalo.",
  transferReview:
    "El pedido no se puede crear con ella. La tienda está avisada y se pondrá en contacto contigo. No envíes otra.",
  payAgain: "Si pagas aquí abajo, será un pago adicional.",
  ordered: "Gracias. Tu pedido es el número {number}.",
  due: "Importe",
  reference: "Referencia",
  copy: "Copiar",
  copied: "Copiada",
  payBy: "Límite para pagar: {time}",
  timeLeft: "Tiempo restante: {time}",
  continue: "Continuar al pago",
  openPage: "Abrir la página de pago",
  openApp: "Abrir en la aplicación",
  chooseAnother: "Elegir otra forma de pago",
  resume: "Volver al pago que iniciaste",
  chooseAgain: "Elegir cómo pagar",
  restart: "Pedir otra vez",
  unknownPayment: "No existe ese pago.",
  unreachable: "No se puede conectar con la tienda. Revisa tu conexión.",
  tooMany:
    "Se han iniciado demasiados pagos. Paga el que está abierto o vuelve a intentarlo en unos minutos.",
  problem: "No ha funcionado. Inténtalo de nuevo en un momento.",
  retry: "Intentar de nuevo",
}
