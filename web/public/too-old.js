// One sentence instead of the app, where a browser can't do what it needs: before anything else of it is loaded.
(function () {
  var sentences = {
    en: 'This browser is too old for Candor, which needs live prices and exact figures. Please use Safari 16.4, Firefox 121 or Chrome 111, or a newer one.',
    ja: 'お使いのブラウザは古いため、正確なリアルタイム価格を表示できません。Safari 16.4、Firefox 121、Chrome 111以降をご利用ください。',
    ko: '사용 중인 브라우저가 오래되어 실시간 가격과 정확한 수치를 표시할 수 없습니다. Safari 16.4, Firefox 121, Chrome 111 이상을 사용하세요.',
    sv: 'Den här webbläsaren är för gammal för Candor, som behöver livepriser och exakta siffror. Använd Safari 16.4, Firefox 121, Chrome 111 eller nyare.',
    ar: 'هذا المتصفح قديم ولا يمكنه عرض الأسعار المباشرة والأرقام الدقيقة. يُرجى استخدام Safari 16.4 أو Firefox 121 أو Chrome 111 أو إصدار أحدث.',
    'zh-Hant':
      '您的瀏覽器版本過舊，無法顯示即時價格與精確數字。請使用 Safari 16.4、Firefox 121、Chrome 111 或更新的版本。',
    'de-CH':
      'Dieser Browser ist zu alt für Candor, das Live-Kurse und genaue Zahlen braucht. Bitte verwenden Sie Safari 16.4, Firefox 121, Chrome 111 oder neuer.',
  };
  function say() {
    var sentence = document.createElement('p');
    sentence.setAttribute('role', 'alert');
    sentence.textContent = sentences[document.documentElement.lang] || sentences.en;
    sentence.style.cssText = 'margin: 3em auto; max-width: 32em; padding: 0 1.5em; font: 18px/1.5 sans-serif';
    document.body.textContent = '';
    document.body.appendChild(sentence);
  }
  if (document.body) say();
  else document.addEventListener('DOMContentLoaded', say);
})();
